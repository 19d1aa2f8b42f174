import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

/** Makes Node understand TypeScript and the aliases of the root's tsconfig. */
export function begin() {
  process.chdir(path.resolve(fileURLToPath(import.meta.url), '../..'))
  register()
}
