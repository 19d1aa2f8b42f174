export interface WindowInfo {
  windowWidth: number
  windowHeight: number
  screenWidth: number
  screenHeight: number
  /** Height of the status bar in px. */
  statusBarHeight: number
  pixelRatio: number
  /** Height of the home indicator's strip below the safe area, in px. */
  bottomInset: number
}

export type Theme = 'light' | 'dark'
export type NetworkType = 'wifi' | '5g' | '4g' | '3g' | '2g' | 'unknown' | 'none'

export interface LaunchOptions {
  /** The only origin the app may speak to, as the build knows it, e.g. `https://api.satchel.test`. */
  origin: string
  /** Where that origin really is, e.g. `http://127.0.0.1:3000`. */
  serverUrl: string
  /** First page; the first of app.json when missing. */
  path?: string
  query?: Record<string, string>
  /** WeChat's number of how the app was opened; 1001 = from the list of mini-programs. */
  scene?: number
  /** What an earlier run left in storage. */
  storage?: Record<string, unknown>
  windowInfo?: Partial<WindowInfo>
  theme?: Theme
  /** How large the user wants text; 1 is normal. */
  textScale?: number
  language?: 'zh_CN' | 'zh_TW' | 'en'
  /** `needed`: the user has not yet accepted the privacy guide; `undeclared`: the guide names none of the interfaces. */
  privacy?: 'granted' | 'needed' | 'undeclared'
  /** Roots of sub-packages that cannot be fetched until `packageComes`. */
  missingPackages?: string[]
  /** `denied`: the user keeps the phone's album from the app, until it opens the settings. */
  album?: 'granted' | 'denied'
  /** WeCom: its own calls in `wx.qy`, without those of WeChat's chats. */
  weCom?: boolean
  /** Calls that this phone does not have. */
  lacks?: ('chooseMedia' | 'chooseMessageFile' | 'qy.chooseMessageFile' | 'onChunkReceived')[]
  /** What WeChat tells the server alone of the group by whose card the app is opened. */
  group?: { encryptedData: string; iv: string }
  /** Of the card by which the app is opened. */
  shareTicket?: string
  /** Whether a card that is a private message was sent to this user. */
  privateMessage?: 'receiver' | 'stranger'
  /** Whether the user takes messages when they are asked to: all alike, or each by its template. */
  takesMessages?: boolean | ((template: string) => boolean)
  /** Answers of `wx.login`, one a call; the last stays. */
  loginCodes?: string[]
}

/** An iPhone with a notch. */
export const defaultWindow: WindowInfo = {
  windowWidth: 375,
  windowHeight: 812,
  screenWidth: 375,
  screenHeight: 812,
  statusBarHeight: 44,
  pixelRatio: 3,
  bottomInset: 34,
}
