import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createPayload, settingFields, settingsOfBody } from '@/domain/shares/createPayload'
import { settleSettings } from '@/domain/shares/validate'
import { freePolicy, openSettings } from '../../support/shares/shareTable'

const shared = { typedIds: ['file_7'], isVersionPinned: false, groupIds: [], userIds: [] } as const

describe('[SHARE-16] the body of a request creates a link', () => {
  test('the body is that of 1§7, without the fields of limits and watermark', () => {
    expect(createPayload(openSettings, shared)).toStrictEqual({
      access: 'public',
      current_version: false,
      description: '',
      due_time: 0,
      group_ids: [],
      invited_user_ids: [],
      disable_download: false,
      disable_forward: false,
      item_typed_id: 'file_7',
      password: '',
      password_protected: false,
    })
  })

  test('the body has the fields of limits and watermark if their switch is on', () => {
    const settings = {
      ...openSettings,
      is_preview_limit: true,
      preview_limit: 10,
      is_download_limit_v2: true,
      download_limit_v2: 5,
      is_watermark_customize_content: true,
      watermark_customize_content: ' 仅供内部 ',
      is_watermark_visitor: true,
    }
    expect(createPayload(settings, shared)).toMatchObject({
      is_preview_limit: true,
      preview_limit: 10,
      is_download_limit_v2: true,
      download_limit_v2: 5,
      is_watermark_customize_content: true,
      watermark_customize_content: '仅供内部',
      is_watermark_visitor: true,
    })
  })

  test('[AH-17] the body says that the first opening is not notified, and omits the field where it is', () => {
    expect(createPayload({ ...openSettings, is_first_visit_told: false }, shared).is_first_visit_told).toBe(false)
    expect(Object.keys(createPayload(openSettings, shared))).not.toContain('is_first_visit_told')
  })

  test('the body omits a count without its switch and a password without protection', () => {
    const body = createPayload({ ...openSettings, preview_limit: 10, password: 'k7m3' }, shared)
    expect(Object.keys(body)).not.toContain('preview_limit')
    expect(body.password).toBe('')
  })

  test('the body names people, groups and a fixed version', () => {
    const body = createPayload(openSettings, { ...shared, isVersionPinned: true, groupIds: [3], userIds: [1, 2] })
    expect(body).toMatchObject({ current_version: true, group_ids: [3], invited_user_ids: [1, 2] })
  })

  test('the body names the first of several items, and all of them', () => {
    const body = createPayload(openSettings, { ...shared, typedIds: ['file_7', 'folder_8'] })
    expect(body).toMatchObject({ item_typed_id: 'file_7', item_typed_ids: ['file_7', 'folder_8'] })
  })

  test('the settings can be read back from the body', () => {
    const settings = fc.record({
      disable_forward: fc.boolean(),
      password_protected: fc.boolean(),
      password: fc.string({ maxLength: 8 }),
      is_preview_limit: fc.boolean(),
      preview_limit: fc.integer({ min: 1, max: 999_999 }),
      is_download_limit_v2: fc.boolean(),
      download_limit_v2: fc.integer({ min: 1, max: 999_999 }),
      is_watermark_customize_content: fc.boolean(),
      watermark_customize_content: fc.string({ maxLength: 8 }),
      is_watermark_visitor: fc.boolean(),
      is_first_visit_told: fc.boolean(),
    })
    fc.assert(
      fc.property(settings, (differences) => {
        const kept = settleSettings({ ...openSettings, ...differences }, freePolicy)
        expect(settingsOfBody(settingFields(kept))).toStrictEqual(kept)
      }),
    )
  })
})
