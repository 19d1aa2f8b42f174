import { createRequire } from 'node:module'

/** The one font of what is drawn here: Chinese, Latin, Greek, Cyrillic, kana. The server's own process knows its place only. */
export const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
)
