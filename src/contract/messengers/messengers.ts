import { Type, type Static } from '@sinclair/typebox'
import { Id, call, oneOf } from '../call'
import { UniqueName } from '../shares/shares'

/** Where a mini-program or a page of ours may run. */
export const MessengerKind = oneOf('wechat', 'wecom')

/** Of `wx.login` or `wx.qy.login`; each is good once. */
export const MessengerCode = Type.String({ minLength: 1, maxLength: 200 })

const signing = call(
  /** Of the page: its fragment counts for nothing. */
  { url: Type.String({ minLength: 1, maxLength: 2048 }) },
  {
    appid: Type.String(),
    /** Seconds since 1970. */
    timestamp: Type.Integer({ minimum: 0 }),
    noncestr: Type.String(),
    /** SHA-1, in hexadecimal digits. */
    signature: Type.String(),
    /** Own field: the address of the JS-SDK's script, the only one of somebody else that the page's policy lets in. */
    script: Type.String(),
  },
)

export const messengerCalls = {
  /**
   * 1§7: what a page in WeChat's browser hands to the JS-SDK; for anybody, of our own pages alone. Refused: messenger_not_configured,
   * messenger_unavailable, asked_too_often; invalid_request for a page of somebody else.
   */
  'POST /third_party/wechat/signature': signing,
  /** The same in WeCom's browser. */
  'POST /third_party/qy_wechat/signature': signing,
  /** Own call, in the mini-program: the templates of the messages that a user may ask WeChat for; '' where none is sent. */
  'GET /v1/wechat_applet/templates': call(
    {},
    { first_visit: Type.String(), mention: Type.String(), invitation: Type.String() },
  ),
  /**
   * Own call, in the mini-program: by a code of `wx.login` or `wx.qy.login` the server knows who its user is in WeChat or WeCom while this
   * session lasts (AH-30). It signs nobody in. Refused: messenger_not_configured, messenger_unavailable, asked_too_often; invalid_request for a
   * code that is unknown or was used.
   */
  'POST /v1/wechat_applet/identify': call({ type: MessengerKind, code: MessengerCode }, {}),
  /**
   * Own call, in the mini-program: a visitor of a link came by a card in a group of WeChat (AH-26). What `wx.getGroupEnterInfo` gave, and a
   * code of `wx.login` asked for before it; judged by the grant in X-Share-Grant. Refused: share_grant_expired and what ends a link,
   * messenger_not_configured, messenger_unavailable, asked_too_often; invalid_request for what is not from WeChat, not for this app, or old.
   */
  'POST /v1/wechat_applet/arrive': call(
    {
      unique_name: UniqueName,
      code: MessengerCode,
      encrypted_data: Type.String({ minLength: 1, maxLength: 4096 }),
      iv: Type.String({ minLength: 1, maxLength: 64 }),
    },
    {},
  ),
  /**
   * Own call, in the mini-program: marks the card of a link that may not be forwarded as private; for its maker. Refused:
   * share_link_not_found, messenger_not_configured, messenger_unavailable, asked_too_often.
   */
  'POST /v1/wechat_applet/private_message': call({ share_link_id: Id }, { activity_id: Type.String() }),
}

export type MessengerKind = Static<typeof MessengerKind>
