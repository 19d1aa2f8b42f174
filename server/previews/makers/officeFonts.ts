import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { FALLBACK_FONTS, FONT } from '../converters/font'

const { resolve } = createRequire(import.meta.url)

/** Latin fonts with the widths of the fonts that documents name, so that lines and pages break where their writers saw them break. */
const families = {
  Arimo: [
    'arimo',
    ['Arial', 'Helvetica', 'Helvetica Neue', 'Tahoma', 'Verdana', 'Segoe UI', 'Trebuchet MS', 'Arial Narrow'],
  ],
  Tinos: ['tinos', ['Times New Roman', 'Times', 'Georgia', 'Garamond', 'Book Antiqua', 'Palatino Linotype', 'Century']],
  Cousine: ['cousine', ['Courier New', 'Courier', 'Consolas', 'Lucida Console', 'Menlo', 'Monaco']],
  Carlito: ['carlito', ['Calibri', 'Aptos', 'Candara', 'Corbel', 'Calibri Light']],
  Caladea: ['caladea', ['Cambria', 'Constantia']],
} as const
const STYLES = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic']

const latinFonts = Object.entries(families).flatMap(([family, [name]]) =>
  STYLES.map((style) => resolve(`@expo-google-fonts/${name}/${style}/${family}_${style}.ttf`)),
)

/**
 * Writes fonts and their configuration into a folder: the system's fonts and copies of ours, so that Chinese, the usual Latin fonts and the
 * scripts of other countries are right on a server without fonts. @returns all paths that were written; the first is the configuration
 */
export async function writeFonts(folder: string): Promise<string[]> {
  const [fonts, configuration] = [join(folder, 'fonts'), join(folder, 'fonts.conf')]
  await mkdir(fonts)
  const copies = [...new Set([FONT, ...FALLBACK_FONTS, ...latinFonts])].map((font) => ({
    font,
    copy: join(fonts, basename(font)),
  }))
  await Promise.all(copies.map(({ font, copy }) => copyFile(font, copy)))
  await writeFile(configuration, configurationOf(folder))
  return [configuration, fonts, ...copies.map(({ copy }) => copy)]
}

function configurationOf(folder: string): string {
  const aliases = Object.entries(families).flatMap(([family, [, names]]) =>
    names.map(
      (name) => `<alias binding="same"><family>${name}</family><accept><family>${family}</family></accept></alias>`,
    ),
  )
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${escapeXml(join(folder, 'fonts'))}</dir><cachedir>${escapeXml(join(folder, 'fontcache'))}</cachedir>
${aliases.join('\n')}
</fontconfig>`
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
