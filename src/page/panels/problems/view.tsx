/** The problems: their model, board and panel. Loaded when they are first opened. */
import { say } from '../../lang/languages.ts';
import type { PageModel } from '../../models/page/model.ts';
import { ProblemBoard } from './board.tsx';
import { ProblemPanel } from './panel.tsx';

export { ProblemModel } from '../../models/problems/model.ts';

export function ProblemView({ page }: { readonly page: PageModel }) {
  const { problems, settings } = page;
  return (
    <>
      <section class="table" aria-label={say('problems')}>
        {problems !== null && <ProblemBoard model={problems} settings={settings} />}
      </section>
      <aside class="panel problems" aria-label={say('problems')}>
        {problems !== null && <ProblemPanel page={page} model={problems} />}
      </aside>
    </>
  );
}
