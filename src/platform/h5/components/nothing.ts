/** Stands for polyfills and widgets that the H5 build leaves out. */
export class CanvasContext {}

export default function nothing(): void {}
