import { lazyPart } from '../app/lazyPart'
import type { NoticeLineProps } from './NoticeLine'

/** Comes with the stores that it tells of. */
export const LazyNotice = lazyPart<NoticeLineProps>(() => import(/* webpackChunkName: "lazy" */ './NoticeLine'))
