import { phrases as en } from './en'
import { adminWordsOf } from './load'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

/** All words of the console. */
export const adminWords = adminWordsOf({ 'zh-CN': zhCN, en, 'zh-TW': zhTW })
