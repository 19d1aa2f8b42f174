import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { compile } from 'sass'
import webpack, { type Compiler } from 'webpack'
import { pdfjsAddress } from './pdfjs'

const root = path.resolve(__dirname, '..')
const folder = path.join(root, 'src/packages/preview')

/** Writes office.html, the page of the office frame: its script and styles stand in it, so that its policy can name them by their hashes. */
export class OfficePage {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('OfficePage', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tapPromise({ name: 'OfficePage', stage }, async () => {
        const { css } = compile(path.join(folder, 'officePage.scss'), { style: 'compressed' })
        const script = await scriptOf(path.join(folder, 'officePage.h5.ts'))
        const page = readFileSync(path.join(folder, 'officePage.html'), 'utf8')
          .replace('<style>', () => `<style>${css}`)
          .replace('<script>', () => `<script>${script}`)
        compilation.emitAsset('office.html', new webpack.sources.RawSource(page))
      })
    })
  }
}

async function scriptOf(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    tsconfig: path.join(root, 'tsconfig.json'),
    resolveExtensions: ['.h5.ts', '.ts'],
    define: { SATCHEL_PDFJS: JSON.stringify(pdfjsAddress) },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
  })
  return outputFiles[0]!.text.trim()
}
