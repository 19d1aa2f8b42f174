import { existsSync } from 'node:fs'

/** The first is the same engine without window drawing and needs a third less processor time. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/** The path of Chromium: `CHROMIUM_PATH`, or the system's; undefined when there is none. */
export const findChromium = () => process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place))
