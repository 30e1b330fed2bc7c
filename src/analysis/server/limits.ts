/** Bounds that protect the server, whatever its clients do. */

/** Bytes of a request body or a WebSocket message. */
export const MAX_BODY = 256 << 10;
/** Lines of one of them. */
export const MAX_REQUEST_LINES = 1000;
/** Bytes that wait for a slow reader: beyond this, it gets no reports during the search. */
export const SLOW_BYTES = 1 << 20;
/** Beyond this, a slow reader is disconnected. */
export const STUCK_BYTES = 16 << 20;
/** Time for the head of a request, and for all of it, ms: a client that sends byte by byte would hold a connection. */
export const HEAD_MS = 10_000;
export const REQUEST_MS = 20_000;
/** Between two requests on a connection, ms. */
export const IDLE_MS = 10_000;
/** How often those times are checked, ms. */
export const CHECK_MS = 2000;
/** Bytes of the head of a request. */
export const MAX_HEAD = 8 << 10;
/** Between two pings of a WebSocket, ms. A client that has not answered the last one is disconnected. */
export const PING_MS = 30_000;
/** A client that reads nothing for this long is disconnected, ms. */
export const STUCK_MS = 60_000;
/** How long the searches may take to answer when the server stops, then the clients to close their sockets, ms. */
export const CLOSE_MS = 2000;
