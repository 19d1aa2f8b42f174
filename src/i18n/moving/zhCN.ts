export const phrases = {
  pick: {
    title: { move: '移动到', copy: '复制到', add: '放到哪里' },
    into: { move: '移动到“{name}”', copy: '复制到“{name}”', add: '放到“{name}”' },
    chooseSpace: '{title}，选择位置，当前为 {name}',
    newFolder: '新建',
    path: '当前位置',
    search: '搜索文件夹',
    searchHint: '输入文件夹名称中的字词',
    block: {
      no_folder: '请选择一个文件夹',
      no_permission: '你没有权限在这里添加内容',
      already_here: '已经在这个文件夹里了',
    },
    empty: {
      title: '这里没有文件夹',
      text: '可以直接放在这里',
      elsewhere: '可以切换到其他位置',
    },
  },
}

export type PickPhrases = typeof phrases
