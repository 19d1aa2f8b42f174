import { afterEach } from '@jest/globals'
import { createElement as h } from 'react'
import type { Received } from '@/contract/shares/received'
import LinksPage from '@/packages/share/links/index'
import { holdLinks } from '../../stores/support/links'
import { startApp } from '../../stores/support/startApp'
import { mountScreen, type Mounted } from '../rig'

export const CLOSE = 'POST /apps/share_links/close'
export const chen = { id: 2, name: '陈希' }

export let mounted: Mounted
afterEach(() => mounted.close())

export const within = (selector: string) => [...mounted.box.querySelectorAll(selector)]
export const texts = (selector: string) => within(selector).map(({ textContent }) => textContent)

export type Held = Parameters<typeof holdLinks>[1]

export async function open(held: Held, place: { id?: number; item?: string } = {}, received: Received[] = []) {
  const rig = await startApp()
  holdLinks(rig, held)
  rig.server.on('GET /apps/share_links/received', { received, total_count: received.length })
  Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'shares', ...place }) })
  mounted = await mountScreen(rig.app, h(LinksPage))
  return rig
}
