/** The server's https origin from the build (`defineConstants`). WeChat's whitelist must contain it. */
declare const SATCHEL_API_URL: string

/** The calls that Taro lacks: WeCom's own, and those of WeChat that some phones lack. */
declare const wx: import('./network/events').EventCalls &
  import('./files/pickers').PickerCalls &
  import('./messages').MessageCalls &
  import('./files/outgoing').OutgoingCalls &
  import('./files/pictures').PictureCalls &
  import('./chats').ChatCalls &
  import('./recorder').RecorderCalls

declare function setTimeout(run: () => void, milliseconds: number): number
declare function clearTimeout(timer: number): void
