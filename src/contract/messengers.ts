import { Type } from '@sinclair/typebox'
import { call } from './call'

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
}
