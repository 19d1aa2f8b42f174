import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** The one font of what is drawn here: Chinese, Latin, Greek, Cyrillic, kana. The server's own process knows its place only. */
export const FONT = resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')

/** The same with serifs, which stands in for Song and Ming in the PDFs of others. */
export const SERIF_FONT = resolve('@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf')

/** Letters of one width: Latin, Greek, Cyrillic, the lines of boxes. */
export const MONO_FONT = resolve('@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf')
