import { Type, type Static } from '@sinclair/typebox'
import { Id, call, oneOf } from '../call'
import { UniqueName } from '../shares/shares'

/** The messengers that run the mini-program or open our pages. */
export const MessengerKind = oneOf('wechat', 'wecom')

/** A code of `wx.login` or `wx.qy.login`. Each is valid once. */
export const MessengerCode = Type.String({ minLength: 1, maxLength: 200 })

const signing = call(
  /** The address of the page. Its fragment is ignored. */
  { url: Type.String({ minLength: 1, maxLength: 2048 }) },
  {
    appid: Type.String(),
    /** Seconds since 1970. */
    timestamp: Type.Integer({ minimum: 0 }),
    noncestr: Type.String(),
    /** SHA-1, in hexadecimal digits. */
    signature: Type.String(),
    /** Own field: the address of the JS-SDK's script, the only foreign script that the page's policy allows. */
    script: Type.String(),
  },
)

export const messengerCalls = {
  /**
   * 1§7: the parameters that a page in WeChat's browser passes to the JS-SDK. Open to anybody, but only for our own pages. Refused with:
   * messenger_not_configured, messenger_unavailable, asked_too_often; invalid_request for a foreign page.
   */
  'POST /third_party/wechat/signature': signing,
  /** The same for WeCom's browser. */
  'POST /third_party/qy_wechat/signature': signing,
  /** Own call, in the mini-program: the templates of messages for which a user may give consent in WeChat; '' if the message is never sent. */
  'GET /v1/wechat_applet/templates': call(
    {},
    { first_visit: Type.String(), mention: Type.String(), invitation: Type.String() },
  ),
  /**
   * Own call, in the mini-program: sends a code of `wx.login` or `wx.qy.login`, from which the server learns the user's WeChat or WeCom account
   * for the duration of this session (AH-30). The call signs nobody in. Refused with: messenger_not_configured, messenger_unavailable,
   * asked_too_often; invalid_request for an unknown or used code.
   */
  'POST /v1/wechat_applet/identify': call({ type: MessengerKind, code: MessengerCode }, {}),
  /**
   * Own call, in the mini-program: reports that a visitor opened a link through a card in a WeChat group (AH-26). It sends the data of
   * `wx.getGroupEnterInfo` and a code of `wx.login` requested before. The grant in X-Share-Grant authorises it. Refused with: share_grant_expired
   * and the errors of an ended link, messenger_not_configured, messenger_unavailable, asked_too_often; invalid_request for data that is old, not
   * from WeChat or not for this app.
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
   * Own call, in the mini-program, for the link's maker: marks the card of a link that may not be forwarded as private. Refused with:
   * share_link_not_found, messenger_not_configured, messenger_unavailable, asked_too_often.
   */
  'POST /v1/wechat_applet/private_message': call({ share_link_id: Id }, { activity_id: Type.String() }),
}

export type MessengerKind = Static<typeof MessengerKind>
