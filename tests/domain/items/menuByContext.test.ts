import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Item } from '@/contract/entities'
import type { Subject } from '@/domain/items/abilities'
import { menuByContext, type MenuContext } from '@/domain/items/menuByContext'
import { aFolder, anItem } from '../support'

const flags = { virus_scan: false, hide_share_link_download: false, data_leak_prevention: false }
const enterprise = { is_personal_user_enterprise: false, share_with_colleagues_disallowed: false }

function subject(item: Item): Subject {
  return { item, user: { id: 1, enterprise }, context: { flags, isApplet: false, isOpenPreview: false, isDownloadLimited: false } }
}

const everything = 'share download comment favourite viewVersions rename move copy properties delete'
const stranger = { id: 2, name: '陈希', login: 'chenxi', enterprise_id: 1 }
const deleted = { is_deleted: true }

const table: [sentence: string, context: MenuContext, item: Item, actions: string][] = [
  ['an owner in a list has all of them', 'list', anItem(), everything],
  ['in the preview too', 'preview', anItem(), everything],
  ['in a search too', 'search', anItem(), everything],
  ['a favourite can be taken off instead', 'frequent', anItem({ is_frequently_used: true }),
    everything.replace('favourite', 'unfavourite')],
  ['a folder has no versions', 'list', aFolder(), everything.replace('viewVersions ', '')],
  ['a previewer can comment, mark, see versions and properties', 'list', anItem({ permissions: ['item_view', 'item_preview'] }),
    'comment favourite viewVersions properties'],
  ['in the trash favourite, share, comment and download are hidden', 'trash', anItem(deleted), 'restore properties permanentDelete'],
  ['a non-owner may only delete the record', 'trash', anItem({ ...deleted, permissions: ['item_view'], owned_by: stranger }),
    'properties deleteRecord'],
  ['restore, record delete and permanent delete appear only in the trash', 'list', anItem({ ...deleted, owned_by: stranger }),
    everything.replace(/download | (move|delete)/g, '')],
  ['in share view most are hidden except save and preview-related ones', 'share', anItem(), 'save download properties'],
  ['save needs download', 'share', anItem({ permissions: ['item_view', 'item_preview'] }), 'properties'],
  ['without any permission there is nothing', 'list', anItem({ permissions: [] }), ''],
]

describe('the action sheet by context (1§6)', () => {
  for (const [sentence, context, item, actions] of table) {
    test(sentence, () => assert.equal(menuByContext(context, subject(item)).map(({ action }) => action).join(' '), actions))
  }
  test('what is shown but refused says why', () => {
    const entries = menuByContext('list', subject(anItem({ is_encrypted: true })))
    assert.deepEqual(entries.filter(({ answer }) => answer !== 'yes'), [
      { action: 'download', answer: { no: 'encrypted' } },
      { action: 'move', answer: { no: 'encrypted' } },
    ])
  })
})
