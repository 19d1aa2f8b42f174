import { describe, expect, test } from '@jest/globals'
import { permissionsOf } from '@/domain/items/roles'
import { firstMode, offersOf, type OfferSubject } from '@/domain/shares/offers'
import { enterpriseOfRow, everything, itemOfRow, offerTable, type OfferRow } from '../../support/shares/shareOffers'
import { freePolicy } from '../../support/shares/shareTable'
import { anItem } from '../support'

describe('[SHARE-01] [SHARE-02] [SHARE-08] [SHARE-10] [SHARE-15] the popup offers what the item and the enterprise allow', () => {
  for (const row of offerTable) {
    test(row.sentence, () => {
      const { access, ...offers } = offersOf(subjectOf(row), row.mode ?? 'link')
      expect({ ...offers, ...access }).toStrictEqual({ ...everything, ...row.offers })
    })
  }

  const beginnings: [sentence: string, row: Partial<OfferRow>, mode: 'link' | 'colleagues' | null][] = [
    ['the popup begins with the link', {}, 'link'],
    ['the popup begins with colleagues where there is no link', { isDownloadHidden: true }, 'colleagues'],
    ['a previewer is offered neither side', { role: 'previewer' }, null],
    [
      'a personal account without links is offered neither side',
      { enterprise: 'personal', isDownloadHidden: true },
      null,
    ],
  ]
  test.each(beginnings)('%s', (_sentence, row, mode) =>
    expect(firstMode(subjectOf({ sentence: '', offers: {}, ...row }))).toBe(mode),
  )

  test('one item that may not be shared prevents sharing all of several', () => {
    const subject = subjectOf({ sentence: '', offers: {}, item: 'several' })
    const items = [subject.items[0]!, { ...subject.items[0]!, is_share_disabled: true }]
    expect(offersOf({ ...subject, items }, 'link').link).toStrictEqual({ no: 'share_disabled' })
  })
})

function subjectOf({
  role = 'owner',
  item = 'file',
  enterprise = 'company',
  policy,
  isDownloadHidden,
}: OfferRow): OfferSubject {
  const permissions = [...permissionsOf(role)]
  const kind = enterpriseOfRow[enterprise]
  const shares = permissions.includes('item_share')
  const one = anItem({
    final_role: role,
    permissions,
    action_permissions: {
      perm_download:
        permissions.includes('item_download') && !['notDownloadable', 'ydoc', 'yxls', 'encrypted'].includes(item),
      perm_preview: permissions.includes('item_preview'),
      perm_share: shares && !item.startsWith('shareDisabled'),
      perm_share_to_colleague: shares && !kind.is_personal_user_enterprise && !kind.share_with_colleagues_disallowed,
      perm_comment: true,
    },
    ...itemOfRow[item],
  })
  return {
    items: item === 'several' ? [one, one] : [one],
    policy: { ...freePolicy, ...policy },
    enterprise: kind,
    flags: { hide_share_link_download: isDownloadHidden ?? false },
  }
}
