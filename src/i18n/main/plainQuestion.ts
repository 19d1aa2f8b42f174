/** Asked where the words themselves did not come. */
export const plainQuestion = '网络异常，重试？\nCould not load. Try again?'
