import { describe, expect, test } from '@jest/globals'
import type { Api } from '@/api/Api'
import { readLinkQuestion, readSharingPage, readView, SharingStore } from '@/stores/administration/SharingStore'

describe('the filters in the address of Sharing', () => {
  test('[ADM-15] known filters are read, others are ignored', () => {
    expect(readLinkQuestion({ q: ' flyer ', state: 'open', only: 'without_password', owner: '7' })).toEqual({
      search_string: 'flyer',
      state: 'open',
      only: 'without_password',
      owner_id: 7,
    })
    expect(readLinkQuestion({ q: ' ', state: 'x', only: 'waiting', owner: 'me' })).toEqual({})
    expect(readLinkQuestion({ view: 'approvals', only: 'closed' })).toEqual({ only: 'waiting' })
    expect([readView({ view: 'reported' }), readView({ view: 'x' }), readView({})]).toEqual([
      'reported',
      'links',
      'links',
    ])
    expect([readSharingPage({ page: '3' }), readSharingPage({ page: '0' }), readSharingPage({})]).toEqual([2, 0, 0])
  })

  test('[ADM-15] each view asks its own call, and an act asks again', async () => {
    const asked: [string, object][] = []
    const api = {
      call: async (name: string, request: object) => {
        asked.push([name, request])
        return { share_links: [], collects: [], reports: [], total_count: 0 }
      },
    } as unknown as Api
    const store = new SharingStore(api)
    await store.ask({ view: 'collecting', only: 'closed', page: '2' })
    await store.ask({ view: 'reported' })
    await store.ask({ state: 'open' })
    await store.close([1, 2])
    expect(asked).toEqual([
      ['GET /apps/collects/enterprise_list', { offset: 25 }],
      ['GET /apps/share_links/reports', { offset: 0 }],
      ['GET /apps/share_links/enterprise_list', { state: 'open', offset: 0 }],
      ['POST /apps/share_links/close', { share_link_ids: [1, 2] }],
      ['GET /apps/share_links/enterprise_list', { state: 'open', offset: 0 }],
    ])
    expect(store.changes).toBe(1)
  })
})
