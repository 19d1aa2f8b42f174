import { readBoot } from '@/api/boot'

/** The data that the server wrote into the page for the scripts before the app; null where it wrote none. */
export const boot = readBoot(JSON.parse(document.getElementById('boot')?.textContent ?? 'null'))
