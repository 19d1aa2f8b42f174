import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** A font of a package of Google's fonts, in its regular weight. The other weights are not installed (`scripts/pruneFonts.mjs`). */
function regular(name: string, family: string): string {
  return resolve(`@expo-google-fonts/${name}/400Regular/${family}_400Regular.ttf`)
}

/** The font of everything drawn here: Chinese, Western European, Greek, Russian, Vietnamese, kana. The server's own process uses only its path. */
export const FONT = regular('noto-sans-sc', 'NotoSansSC')

/** The serif variant, which replaces Song and Ming fonts in foreign PDFs. */
export const SERIF_FONT = regular('noto-serif-sc', 'NotoSerifSC')

/** A monospaced font: Latin, Greek, Cyrillic, box drawing. */
export const MONO_FONT = regular('noto-sans-mono', 'NotoSansMono')

/** Fonts whose letters are joined, stacked or ordered, so that words are drawn as a whole. */
export const JOINED_FONTS = [
  regular('noto-sans-arabic', 'NotoSansArabic'),
  regular('noto-sans-devanagari', 'NotoSansDevanagari'),
  regular('noto-sans-bengali', 'NotoSansBengali'),
  regular('noto-sans-gurmukhi', 'NotoSansGurmukhi'),
  regular('noto-sans-gujarati', 'NotoSansGujarati'),
  regular('noto-sans-oriya', 'NotoSansOriya'),
  regular('noto-sans-tamil', 'NotoSansTamil'),
  regular('noto-sans-telugu', 'NotoSansTelugu'),
  regular('noto-sans-kannada', 'NotoSansKannada'),
  regular('noto-sans-malayalam', 'NotoSansMalayalam'),
  regular('noto-sans-sinhala', 'NotoSansSinhala'),
  regular('noto-serif-tibetan', 'NotoSerifTibetan'),
  regular('noto-sans-khmer', 'NotoSansKhmer'),
  regular('noto-sans-lao', 'NotoSansLao'),
  regular('noto-sans-myanmar', 'NotoSansMyanmar'),
  regular('noto-sans-mongolian', 'NotoSansMongolian'),
  regular('noto-sans-syriac', 'NotoSansSyriac'),
  regular('noto-sans-thaana', 'NotoSansThaana'),
  regular('noto-sans-nko', 'NotoSansNKo'),
  regular('noto-sans-javanese', 'NotoSansJavanese'),
]

/** The Korean font. Its other letters look as those of the text font, but its quotation marks are narrow. */
export const KOREAN_FONT = regular('noto-sans-kr', 'NotoSansKR')

/** Fonts for letters that the text font lacks: all Latin and Cyrillic letters and Hebrew, Korean, Thai, the scripts above, emoji, signs. */
export const FALLBACK_FONTS = [
  regular('arimo', 'Arimo'),
  KOREAN_FONT,
  regular('noto-sans-thai', 'NotoSansThai'),
  ...JOINED_FONTS,
  regular('noto-sans-armenian', 'NotoSansArmenian'),
  regular('noto-sans-georgian', 'NotoSansGeorgian'),
  regular('noto-sans-yi', 'NotoSansYi'),
  regular('noto-sans-ethiopic', 'NotoSansEthiopic'),
  regular('noto-sans-cherokee', 'NotoSansCherokee'),
  regular('noto-sans-canadian-aboriginal', 'NotoSansCanadianAboriginal'),
  regular('noto-sans-lisu', 'NotoSansLisu'),
  regular('noto-sans-ol-chiki', 'NotoSansOlChiki'),
  regular('noto-sans-tifinagh', 'NotoSansTifinagh'),
  regular('noto-emoji', 'NotoEmoji'),
  regular('noto-sans-math', 'NotoSansMath'),
  regular('noto-sans-symbols-2', 'NotoSansSymbols2'),
  regular('noto-sans-symbols', 'NotoSansSymbols'),
]

/**
 * Fonts for letters that no font above has, only for texts drawn here. Hanazono has the Hanzi of Extensions B to F. It is a font of the system, because
 * no package has these Hanzi.
 */
export const LAST_FONTS = [
  resolve('@fontsource/noto-sans-tai-le/files/noto-sans-tai-le-tai-le-400-normal.woff'),
  ...installed('/usr/share/fonts/truetype/hanazono/HanaMinB.ttf', '/usr/share/fonts/truetype/hanazono/HanaMinA.ttf'),
]

/** The paths at which a font is installed. */
export function installed(...paths: string[]): string[] {
  return paths.filter((path) => existsSync(path))
}
