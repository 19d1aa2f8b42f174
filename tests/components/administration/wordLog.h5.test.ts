import { beforeAll, describe, expect, test } from '@jest/globals'
import type { AuditEntry } from '@/contract/audit'
import { adminWords } from '@/i18n/administration/loadAll'
import { loadMainWords } from '@/i18n/main/load'
import { loadAccountWords } from '@/i18n/session/load'
import { createWords, type Words } from '@/i18n/words'
import { wordLog } from '@/screens/administration/audit/wordLog'

let t: Words<'admin'>
let deeds: Words<'account'>
beforeAll(async () => {
  const main = await loadMainWords('en', 'default')
  t = createWords(...main, ...adminWords('en', 'default'))
  deeds = createWords(...main, ...(await loadAccountWords('en', 'default')))
})

const entry: AuditEntry = {
  id: 1,
  time: Date.UTC(2026, 10, 30, 23, 5) / 1000,
  deed: 'person_changed',
  user: { id: 2, login: 'lin@school', name: 'Lin Yi' },
  address: '192.0.2.7',
  item: null,
  subject: 'Chen Xi',
  detail: null,
}

/** The cells of the only event, without those that contain a comma. */
function cellsOf(change: Partial<AuditEntry>, zone = 480): string[] {
  const [headings = '', line = ''] = wordLog([{ ...entry, ...change }], { t, deeds, moment: String }, zone).split(
    '\r\n',
  )
  expect(headings.split(',')).toHaveLength(8)
  return [headings.split(',')[0]!.replace('\ufeff', ''), ...line.split(',')]
}

describe('[ADM-14] the exported log', () => {
  test.each([
    [480, 'Time (UTC+08:00)', '2026-12-01 07:05:00'],
    [-210, 'Time (UTC-03:30)', '2026-11-30 19:35:00'],
    [0, 'Time (UTC+00:00)', '2026-11-30 23:05:00'],
  ])('shows the times of a zone %i minutes ahead', (zone, heading, time) => {
    expect(cellsOf({}, zone).slice(0, 2)).toEqual([heading, time])
  })

  test('names events, people and changes in words', () => {
    const detail = { before: { virus_scan: false }, after: { virus_scan: true } }
    const cells = cellsOf({ deed: 'policies_changed', user: null, detail })
    expect(cells.slice(2, 5)).toEqual([t('admin.overview.audit.system'), '', deeds('audit.deeds.policies_changed')])
    expect(cells.at(-1)).toBe(
      `${t('admin.policies.fields.virus_scan.label')}: ${t('admin.policies.off')} → ${t('admin.policies.on')}`,
    )
  })

  test('names what was handed over in words', () => {
    const detail = {
      before: { owner: 'Chen Xi' },
      after: { files_to: 'Li Wei', shares_to: 'Sun Min', items: 3, links: 2, collecting_links: 1 },
    }
    const cell = cellsOf({ deed: 'person_handed_over', detail }).slice(8).join(',')
    expect(cell).toContain(`${t('admin.person.handover.from')}: Chen Xi; ${t('admin.person.handover.files')}: Li Wei;`)
    expect(cell).toContain(`${t('admin.person.handover.shares')}: Sun Min`)
    expect(cell).toContain(`${t('admin.person.collecting')}: 1`)
    expect(cell).not.toMatch(/_|→/)
  })

  test('tells people of one name apart by their logins', () => {
    expect(cellsOf({ detail: { user_id: 4, person_login: 'chen2' } })[7]).toBe('Chen Xi (chen2)')
  })

  test('runs nothing in a spreadsheet', () => {
    const name = '＝HYPERLINK(1)'
    const cells = cellsOf({
      user: { id: 2, login: '@lin', name },
      subject: '=1+1',
      item: { id: 3, name: '-1+1' },
      detail: { serial_number: '+1+1' },
    })
    expect([cells[2], cells[3], cells[6], cells[7], cells[8]]).toEqual([`'${name}`, "'@lin", "'-1+1", "'=1+1", "'+1+1"])
  })
})
