import path from 'node:path'

/** The built client of a platform; `H5_FOLDER` names another than `npm run build:h5` makes. */
export function builtFolder(build: 'h5' | 'weapp'): string {
  const named = build === 'h5' ? process.env.H5_FOLDER : undefined
  return named ?? path.resolve(import.meta.dirname, '../../../dist', build)
}
