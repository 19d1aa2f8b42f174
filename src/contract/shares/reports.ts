import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from '../call'
import { ShareState, UniqueName, shareScenario } from './shares'

/** What a visitor can report about a link's content. */
export const reportReasons = ['illegal', 'fraud', 'pornography', 'infringement', 'privacy', 'malware', 'other'] as const
export const ReportReason = oneOf(...reportReasons)

/** A report as the administrators of the enterprise see it. Own entity. */
export const ShareReport = Type.Object({
  id: Id,
  at: Seconds,
  reason: ReportReason,
  text: Type.String(),
  /** Contact details in the reporter's words; '' for none */
  contact: Type.String(),
  /** null: reported without an account */
  user: nullable(Type.Object({ id: Id, name: Type.String() })),
  share_link: Type.Object({
    id: Id,
    unique_name: UniqueName,
    serial_number: Type.String(),
    /** The name of the first shared item. */
    item_name: Type.String(),
    owner: Type.Object({ id: Id, name: Type.String() }),
    state: ShareState,
    /** As in ShareLink. */
    closed: nullable(Seconds),
    closed_by_administrator: nullable(Seconds),
  }),
})

/** Own calls, except the last. */
export const shareReportCalls = {
  /**
   * Reports a link to the administrators of its enterprise; in the share scenario, with a grant. Refused with: permission_denied for the link's
   * maker and if the enterprise accepts no reports; share_report_too_often, content_refused, content_unchecked.
   */
  'POST /apps/share_links/report': call(
    {
      ...shareScenario,
      reason: ReportReason,
      text: Type.String({ maxLength: 500 }),
      contact: Type.Optional(Type.String({ maxLength: 100 })),
    },
    {},
  ),
  /** For administrators, newest first. */
  'GET /apps/share_links/reports': call(
    { offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })) },
    { reports: Type.Array(ShareReport, { maxItems: 25 }), total_count: Type.Integer({ minimum: 0 }) },
  ),
  /**
   * 2§7, after saving in the mini-program: adds the share to the user's saved shares. Idempotent. Refused with share_link_not_found if the user
   * saved nothing of the share.
   */
  'POST /v1/wechat_applet/create_file_user': call({ type: Type.Literal('share_link'), unique_name: UniqueName }, {}),
}

export type ShareReport = Static<typeof ShareReport>
export type ReportReason = Static<typeof ReportReason>
