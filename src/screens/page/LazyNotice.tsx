import { later } from '../app/later'
import type { NoticeLineProps } from './NoticeLine'

/** Comes with the stores that it tells of. */
export const LazyNotice = later<NoticeLineProps>(() => import(/* webpackChunkName: "lazy" */ './NoticeLine'))
