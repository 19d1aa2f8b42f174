import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** The font of everything drawn here: Chinese, Western European, Greek, Russian, Vietnamese, kana. The server's own process uses only its path. */
export const FONT = resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')

/** The serif variant, which replaces Song and Ming fonts in foreign PDFs. */
export const SERIF_FONT = resolve('@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf')

/** A monospaced font: Latin, Greek, Cyrillic, box drawing. */
export const MONO_FONT = resolve('@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf')

/** Fonts for letters that the text font lacks: all Latin and Cyrillic letters and Hebrew, Korean, Thai, emoji. */
export const FALLBACK_FONTS = [
  resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  resolve('@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf'),
  resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
]
