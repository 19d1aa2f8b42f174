declare module 'heic-decode' {
  interface Decoded {
    width: number
    height: number
    /** RGBA, one byte each. */
    data: Uint8ClampedArray
  }
  interface Encoded {
    width: number
    height: number
    decode(): Promise<Decoded>
  }
  const decode: { all(options: { buffer: Uint8Array }): Promise<Encoded[] & { dispose(): void }> }
  export default decode
}
