/** Only the matrix: the package's entry contains renderers for Node or a browser, too. */
declare module 'qrcode/lib/core/qrcode' {
  export { create } from 'qrcode'
}
