// Removes the weights of fonts that nothing uses: a package of Google's fonts contains all of them, some with ten megabytes each.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const TEXT = ['400Regular']
const OFFICE = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic']
/** Fonts that replace those of office documents, which have four styles. */
const ofOffice = ['arimo', 'caladea', 'carlito', 'cousine', 'tinos']

/** Removes the other weights of the installed fonts. @returns the number of removed weights */
export function pruneFonts(folder = path.join(modules, '@expo-google-fonts')) {
  if (!existsSync(folder)) return 0
  const unused = readdirSync(folder).flatMap((name) => {
    const kept = ofOffice.includes(name) ? OFFICE : TEXT
    return readdirSync(path.join(folder, name))
      .filter((entry) => /^\d00[A-Z]/.test(entry) && !kept.includes(entry))
      .map((entry) => path.join(folder, name, entry))
  })
  for (const weight of unused) rmSync(weight, { recursive: true })
  return unused.length
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`${pruneFonts()} unused weights of fonts removed`)
