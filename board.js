// tengen/board for bundlers that do not read "exports" in package.json, as Parcel does by default.
import './dist/web/board.js';
