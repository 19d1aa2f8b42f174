import { expect, test } from '@jest/globals'
import type { PreviewError } from '@/domain/previews/generation'
import { wordKeyOf } from '@/stores/previews/previewError'

test.each([
  ['not_support', true],
  ['media_not_support', true],
  ['permission_denied', false],
  ['network_error', false],
  ['share_link_preview_download_limited', false],
  ['unknown', false],
] as [PreviewError, boolean][])("[WX-01] a chat's page says why of %s: %s", (reason, isTold) => {
  expect(wordKeyOf(reason, true) !== null).toBe(isTold)
  expect(wordKeyOf(reason)).toStrictEqual({ key: `preview.reason.${reason}` })
})
