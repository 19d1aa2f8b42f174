import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { checkSettings, settleSettings } from '@/domain/shares/validate'
import { company, freePolicy, now, openSettings, settingsOfRow, shareTable } from '../../support/shares/shareTable'

describe('[SHARE-02] [SHARE-03] [SHARE-04] [SHARE-06] [SHARE-07] [SHARE-10] the settings of a link are checked', () => {
  for (const row of shareTable) {
    const policy = { ...freePolicy, ...row.policy }
    const facts = { enterprise: { ...company, ...row.enterprise }, receivers: row.receivers ?? null, now }

    test(row.sentence, () => {
      const settings = settingsOfRow(row, now)
      expect(checkSettings(settings, policy, facts)).toStrictEqual(row.fault ? [row.fault] : [])
      if (!row.fault) expect(settleSettings(settings, policy)).toStrictEqual({ ...settings, ...row.kept })
    })
  }

  test('every error is reported at once, each with its field', () => {
    const settings = {
      ...openSettings,
      password_protected: true,
      password: 'x'.repeat(33),
      is_preview_limit: true,
      preview_limit: 0,
      description: 'x'.repeat(501),
    }
    const fields = checkSettings(settings, freePolicy, { enterprise: company, receivers: null, now }).map(
      (f) => f.field,
    )
    expect(fields).toStrictEqual(['password', 'preview_limit', 'description'])
  })

  test('settled settings are valid, and settling them twice changes nothing', () => {
    const count = fc.option(fc.integer({ min: 1, max: 999_999 }))
    const settings = fc.record({
      disable_download: fc.boolean(),
      is_preview_limit: fc.boolean(),
      preview_limit: count,
      is_download_limit_v2: fc.boolean(),
      download_limit_v2: count,
      password_protected: fc.boolean(),
      password: fc.string({ maxLength: 40 }),
      is_watermark_customize_content: fc.boolean(),
      watermark_customize_content: fc.string({ maxLength: 40 }),
    })
    const policies = fc.record({
      is_share_force_passwd_switch: fc.boolean(),
      is_share_force_op_limit_switch: fc.boolean(),
      share_max_preview_limit: count,
      share_max_download_limit: count,
    })
    const facts = { enterprise: company, receivers: null, now }
    fc.assert(
      fc.property(settings, policies, (differences, decided) => {
        const policy = { ...freePolicy, ...decided }
        const given = { ...openSettings, ...differences }
        fc.pre(checkSettings(given, policy, facts).length === 0)
        const kept = settleSettings(given, policy)
        expect(checkSettings(kept, policy, facts)).toStrictEqual([])
        expect(settleSettings(kept, policy)).toStrictEqual(kept)
        expect(kept.preview_limit ?? 0).toBeLessThanOrEqual(policy.share_max_preview_limit ?? 999_999)
        expect(kept.download_limit_v2 ?? 0).toBeLessThanOrEqual(policy.share_max_download_limit ?? 999_999)
      }),
    )
  })
})
