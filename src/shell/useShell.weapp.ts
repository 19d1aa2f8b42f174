import type { AppStore } from '@/stores/AppStore'

/** WeChat covers the start of a mini-program itself. */
export function useShell(_app: AppStore, _isDrawn: boolean): void {}
