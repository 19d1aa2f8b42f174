import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import * as sass from 'sass'
import { MANIFEST_FILE, type Manifest } from '../../server/web/manifest'

const here = path.dirname(fileURLToPath(import.meta.url))
const target = ['chrome87', 'safari14', 'firefox78', 'edge88', 'ios14']

/** Builds the plain page for production, compressed in advance. @returns its folder */
export async function buildBaseline(folder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(here, 'main.tsx')],
    bundle: true,
    minify: true,
    write: false,
    target,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  const { css } = sass.compile(path.join(here, 'look.scss'), { style: 'compressed' })
  const script = writeHashed(folder, 'js', outputFiles[0]!.contents)
  const style = writeHashed(folder, 'css', Buffer.from(css))
  const page = readFileSync(path.join(here, 'index.html'), 'utf8').replace('baseline.css', style)
  writeFileSync(path.join(folder, MANIFEST_FILE), JSON.stringify(manifestOf(page, `/${script}`)))
  return folder
}

/** The page for the server, without anything that begins a visit early. */
function manifestOf(page: string, script: string): Manifest {
  const [before = '', rest = ''] = page.split(/<script[^>]*><\/script>/)
  const end = rest.lastIndexOf('</body>')
  return {
    page: { before, scripts: [script], after: rest.slice(0, end), end: rest.slice(end) },
    words: {},
    rowWords: {},
    screens: {},
    offline: {},
  }
}

/** The hash in the name lets browsers cache the file for ever. */
function writeHashed(folder: string, extension: string, bytes: Uint8Array): string {
  const name = `baseline.${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.${extension}`
  writeFileSync(path.join(folder, name), bytes)
  writeFileSync(path.join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(bytes))
  return name
}
