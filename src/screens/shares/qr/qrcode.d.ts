/** The matrix alone: the package's entry brings what draws it, for Node or for a browser. */
declare module 'qrcode/lib/core/qrcode' {
  export { create } from 'qrcode'
}
