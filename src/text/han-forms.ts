// Chinese in both forms of its characters: patterns are written in simplified ones.

/** A simplified character, and the traditional ones that it stands for. */
const FORMS =
  '两兩 个個 为為 么麼 从從 们們 优優 会會 准準 击擊 则則 刚剛 创創 别別 务務 动動 单單 却卻 变變 启啟 吗嗎 时時 备備 对對 将將 尽盡 帅帥 并並併 应應 开開 当當 态態 总總 择擇 换換 构構 无無 显顯 条條 来來 样樣 检檢 测測 浏瀏 现現 确確 种種 级級 细細 终終 经經 结結 给給 统統 继繼 续續 综綜 编編 虽雖 补補 装裝 览覽 认認 让讓 论論 设設 访訪 证證 评評 诉訴 译譯 试試 该該 详詳 说說 请請 读讀 谢謝 败敗 输輸 迁遷 运運 还還 这這 进進 选選 过過 错錯 问問 随隨 题題 验驗 骤驟 里裡裏 实實 宽寬 审審 后後 复復 点點 烦煩 状狀 决決 写寫 约約 规規 类類 简簡 处處 删刪 执執 报報 据據 数數 环環 页頁 发發 觉覺 计計 记記 议議 许許 询詢 语語 误誤 调調 释釋 队隊 须須 顺順 项項 严嚴 远遠 绝絕 讨討 厌厭 欢歡 习習 惯慣 团團 仓倉 库庫 组組 钮鈕 块塊 缓緩 户戶 亲親 响響 导導 弹彈 录錄 没沒 盖蓋 码碼 缩縮 脚腳 购購 车車 边邊 风風'
    .split(' ')
    .map((pair): [string, string] => [pair[0] as string, pair]);
const FORMS_OF = new Map(FORMS);

/** A pattern that matches both forms. */
export function inBothForms(pattern: string): string {
  let isInClass = false;
  let isEscaped = false;
  return [...pattern]
    .map((sign) => {
      const forms = FORMS_OF.get(sign);
      if (isEscaped) isEscaped = false;
      else if (sign === '\\') isEscaped = true;
      else if (sign === '[') isInClass = true;
      else if (sign === ']') isInClass = false;
      if (!forms) return sign;
      return isInClass ? forms : `[${forms}]`;
    })
    .join('');
}
