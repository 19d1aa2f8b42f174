import { readFileSync } from 'node:fs'
import path from 'node:path'
import { compile } from 'sass'
import webpack, { type Compiler } from 'webpack'
import { inlineScript } from './bundle'
import { pdfjsAddress } from './pdfjs'

const source = 'src/screens/previews/office'
const folder = path.resolve(__dirname, '..', source)

/** Writes office.html, the page of the office frame. Script and styles are inline, so that the content security policy can name their hashes. */
export class OfficePage {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('OfficePage', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: 'OfficePage', stage }, () => {
        const { css } = compile(path.join(folder, 'officePage.scss'), { style: 'compressed' })
        const script = inlineScript(`${source}/officePage.ts`, { SATCHEL_PDFJS: JSON.stringify(pdfjsAddress) })
        const page = readFileSync(path.join(folder, 'officePage.html'), 'utf8')
          .replace('<style>', () => `<style>${css}`)
          .replace('<script>', () => `<script>${script}`)
        compilation.emitAsset('office.html', new webpack.sources.RawSource(page))
      })
    })
  }
}
