/** The server's https origin, put in by the build (`defineConstants`); the platform's whitelist must name it. */
declare const SATCHEL_API_URL: string

/** What Taro knows nothing of: WeCom's own calls, and which of WeChat's a phone lacks. */
declare const wx: import('./network/events').EventCalls &
  import('./files/pickers').PickerCalls &
  import('./messages').MessageCalls &
  import('./files/outgoing').OutgoingCalls &
  import('./files/pictures').PictureCalls &
  import('./chats').ChatCalls &
  import('./recorder').RecorderCalls

declare function setTimeout(run: () => void, milliseconds: number): number
declare function clearTimeout(timer: number): void
