import path from 'node:path'

const manifest = require.resolve('pdfjs-dist/package.json')
const { version } = require(manifest) as { version: string }

/** The path of pdf.js and of the files that it fetches in the H5 build. The version in the path separates caches. */
export const pdfjsAddress = `/pdfjs/${version}/`

/** The legacy build, because the other build needs newer browsers than the browserslist names. */
const files: Record<string, string> = {
  'legacy/build/pdf.min.mjs': 'pdf.min.mjs',
  'legacy/build/pdf.worker.min.mjs': 'pdf.worker.min.mjs',
  'cmaps/': 'cmaps/',
  'iccs/': 'iccs/',
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
