/** Formats of pictures that are redrawn, by their first bytes. No SVG, because an SVG file could run a program for strangers. */
const starts = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpg: /^\xff\xd8\xff/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[^]{4}WEBP/,
  heic: /^[^]{4}ftyp(hei[cxms]|hev[cx]|mif1|msf1)/,
  avif: /^[^]{4}ftypavi[fs]/,
}

export type PictureFormat = keyof typeof starts

/** The format of a picture, whatever its name says; undefined for any but these. */
export function formatOf(picture: Buffer, accepted: readonly PictureFormat[]): PictureFormat | undefined {
  const start = picture.subarray(0, 16).toString('latin1')
  return accepted.find((format) => starts[format].test(start))
}
