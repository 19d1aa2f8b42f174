import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ConverterProgram {
  entry: string
  /** Node's options. */
  flags: string[]
  environment: Record<string, string>
  /** Paths that the sandbox must show: the program's files and folders, its packages, and Node's folder. Paths below `/usr` are left out. */
  programs: string[]
}

/** The converting process: `convertMain` beside this file, as source or built. */
export function converterProgram(): ConverterProgram {
  const kind = extname(import.meta.url)
  const entry = fileURLToPath(new URL(`./convertMain${kind}`, import.meta.url))
  const isSource = kind === '.ts'
  const root = join(dirname(entry), '../../..')
  const parts = isSource
    ? ['package.json', 'tsconfig.json', 'server', 'src'].map((name) => join(root, name))
    : [dirname(entry)]
  return {
    entry,
    flags: isSource ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [],
    environment: isSource ? { TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') } : {},
    programs: [...parts, ...packagesAbove(dirname(entry)), dirname(process.execPath)].filter(
      (path) => existsSync(path) && !path.startsWith('/usr/'),
    ),
  }
}

/** The folders where Node looks for packages. */
function packagesAbove(folder: string): string[] {
  const above = dirname(folder)
  return [join(folder, 'node_modules'), ...(above === folder ? [] : packagesAbove(above))]
}
