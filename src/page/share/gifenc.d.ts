/** The part of gifenc that tengen uses; the package has no types. */
declare module 'gifenc' {
  export interface Gif {
    /** @param indices of colors, one per pixel, by rows @param options delay in milliseconds */
    writeFrame(
      indices: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: number[][]; readonly delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Gif;
  /** @param rgba four bytes per pixel @returns the nearest color of each pixel */
  export function applyPalette(rgba: Uint8ClampedArray, palette: number[][]): Uint8Array;
}
