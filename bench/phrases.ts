import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import { KB, type Measurement } from './measurement'

const catalogues = 'src/i18n'
/** Matches a language, or its education overlay. */
const catalogue = /^(education\.)?(zhCN|zhTW|en)\.ts$/

/** The minified text of a catalogue, as in a build. */
function minified(file: string): string {
  return transformSync(readFileSync(file, 'utf8'), { loader: 'ts', minify: true, charset: 'utf8' }).code
}

function sumOf(area: string): number {
  const files = readdirSync(path.join(catalogues, area)).filter((name) => catalogue.test(name))
  return files.reduce((sum, name) => sum + Buffer.byteLength(minified(path.join(catalogues, area, name))), 0)
}

/** Bytes of the phrases only; the packages' bytes include them. */
export async function measurePhrases(): Promise<Measurement[]> {
  return [
    { id: 'phrases.h5', value: gzipSync(minified(path.join(catalogues, 'main/zhCN.ts')), { level: 9 }).length / KB },
    { id: 'phrases.weapp', value: (sumOf('main') + sumOf('lazy')) / KB },
    { id: 'phrases.weapp.preview', value: sumOf('previews') / KB },
    { id: 'phrases.weapp.search', value: sumOf('search') / KB },
    { id: 'phrases.weapp.message', value: sumOf('messages') / KB },
    { id: 'phrases.weapp.pick', value: sumOf('moving') / KB },
  ]
}
