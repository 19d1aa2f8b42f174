import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from '../call'
import { ShareState, UniqueName, shareScenario } from './shares'

/** What is wrong with what a link shows. */
export const reportReasons = ['illegal', 'fraud', 'pornography', 'infringement', 'privacy', 'malware', 'other'] as const
export const ReportReason = oneOf(...reportReasons)

/** A report as the administrators of the enterprise see it. Own entity. */
export const ShareReport = Type.Object({
  id: Id,
  at: Seconds,
  reason: ReportReason,
  text: Type.String(),
  /** Where whoever reports can be reached, as they wrote it; '' */
  contact: Type.String(),
  /** null: without an account */
  user: nullable(Type.Object({ id: Id, name: Type.String() })),
  share_link: Type.Object({
    id: Id,
    unique_name: UniqueName,
    serial_number: Type.String(),
    /** Of the first item that it shows. */
    item_name: Type.String(),
    owner: Type.Object({ id: Id, name: Type.String() }),
    state: ShareState,
    /** As in ShareLink. */
    closed: nullable(Seconds),
    closed_by_administrator: nullable(Seconds),
  }),
})

/** Own calls but the last. */
export const shareReportCalls = {
  /**
   * Reports a link to the administrators of its enterprise; in the share scenario, with a grant. Refused: permission_denied to its maker, and
   * where the enterprise takes no reports; share_report_too_often.
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
  /** For administrators, the newest first. */
  'GET /apps/share_links/reports': call(
    { offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })) },
    { reports: Type.Array(ShareReport, { maxItems: 25 }), total_count: Type.Integer({ minimum: 0 }) },
  ),
  /**
   * 2§7, after saving in the mini-program: the share is among what the user keeps there. Again it changes nothing. Refused
   * share_link_not_found where they have saved nothing of it.
   */
  'POST /v1/wechat_applet/create_file_user': call({ type: Type.Literal('share_link'), unique_name: UniqueName }, {}),
}

export type ShareReport = Static<typeof ShareReport>
export type ReportReason = Static<typeof ReportReason>
