import path from 'node:path'

const manifest = require.resolve('pdfjs-dist/package.json')
const { version } = require(manifest) as { version: string }

/** Where the H5 build finds pdf.js and what it fetches by address; the version keeps caches apart. */
export const pdfjsAddress = `/pdfjs/${version}/`

/** The build for older browsers: the other one asks for more than the browserslist grants. */
const files: Record<string, string> = {
  'legacy/build/pdf.min.mjs': 'pdf.min.mjs',
  'legacy/build/pdf.worker.min.mjs': 'pdf.worker.min.mjs',
  'cmaps/': 'cmaps/',
  'standard_fonts/': 'standard_fonts/',
  'wasm/': 'wasm/',
}

export function pdfjsFiles(output: string): { from: string; to: string }[] {
  const folder = path.dirname(manifest)
  return Object.entries(files).map(([from, to]) => ({
    from: path.join(folder, from),
    to: path.join(output, pdfjsAddress, to),
  }))
}
