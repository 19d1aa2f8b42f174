import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import sharp from 'sharp'
import webpack, { type Compilation } from 'webpack'

const { RawSource } = webpack.sources

/** px of the icons for installing the app; iOS uses 180 */
const iconSizes = [180, 192, 512]

/** Draws the icons for installing the app. */
export async function writeIcons(compilation: Compilation): Promise<void> {
  for (const size of iconSizes) {
    const icon = await sharp(path.resolve(__dirname, '../src/icon.svg'), { density: (72 * size) / 32 })
      .resize(size)
      .png()
      .toBuffer()
    compilation.emitAsset(`icon-${size}.png`, new RawSource(icon))
  }
}

/** bytes; smaller files fit into one packet anyway */
const leastSize = 1000

/** Compresses every file, so that the server need not. */
export async function packFiles(compilation: Compilation): Promise<void> {
  const assets = compilation
    .getAssets()
    .filter(({ name, source }) => /\.(m?js|css|svg|wasm)$/.test(name) && source.size() >= leastSize)
  await Promise.all(
    assets.map(async ({ name, source }) => {
      const bytes = source.buffer()
      const [small, smaller] = await Promise.all([
        promisify(gzip)(bytes, { level: 9 }),
        promisify(brotliCompress)(bytes),
      ])
      compilation.emitAsset(`${name}.gz`, new RawSource(small))
      compilation.emitAsset(`${name}.br`, new RawSource(smaller))
    }),
  )
}
