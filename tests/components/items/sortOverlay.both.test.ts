import { expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { SortOverlay } from '@/pages/files/sheets/SortOverlay'
import { createOverlayHost } from '@/platform/weapp/overlays'
import { OverlayStore } from '@/stores/app/OverlayStore'
import { ListStore } from '@/stores/items/lists/ListStore'
import { FILES } from '../../stores/items/lists/ownList'
import { makeFolderReply } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { mountScreen, tap } from '../rig'

test('[RT-05] [LIST-04] the address keeps field and direction of the chosen order, once the sheet has closed', async () => {
  const { app, server } = await startApp()
  server.on(FILES, makeFolderReply({ items: [], total_count: 0 }))
  const list = new ListStore(app, { space: 'own' })
  await list.open()
  const kept: [open: number, parameters: Record<string, string>][] = []
  const host = createOverlayHost()
  host.keep = (parameters) => void kept.push([host.list().length, parameters])
  const overlays = new OverlayStore(host)
  const orders: [button: number, by: string, direction: string][] = [
    [2, 'name', 'asc'],
    [3, 'name', 'desc'],
    [5, 'size', 'asc'],
  ]
  for (const [button, by, direction] of orders) {
    overlays.show('sort')
    const { box, close } = await mountScreen(app, h(SortOverlay, { list, overlays }))
    const radio = box.querySelectorAll('[role=radio]')[button]!
    await tap(radio.parentElement!, '[role=radio]', radio.textContent!)
    close()
    expect(kept.at(-1)).toStrictEqual([0, { sort_by: by, sort_direction: direction }])
    expect(server.callsOf(FILES).at(-1)!.request).toMatchObject({ sort_by: by, sort_direction: direction })
  }
  expect(kept).toHaveLength(orders.length)
})
