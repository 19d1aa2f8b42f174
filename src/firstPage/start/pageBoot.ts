import { readBoot } from '@/api/boot'

/** What the server wrote into the page, for what runs before the app does; null where it wrote nothing. */
export const boot = readBoot(JSON.parse(document.getElementById('boot')?.textContent ?? 'null'))
