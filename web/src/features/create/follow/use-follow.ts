import type { Kind } from '@atelier/catalog';
import { useNavigate } from '@tanstack/react-router';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { type Notes, nameFields } from '../form-note.ts';
import type { Form } from '../form-values.ts';
import type { KeepBefore } from '../prefill/use-prefill.ts';
import type { Uploads } from '../uploads/use-uploads.ts';

const loadMove = () => import('./move-form.ts');

export type FollowOptions = {
  form: Form;
  /** Path of the form's page. */
  path: string;
  uploads: Uploads;
  notes: Notes;
  keepBefore: KeepBefore;
  isPrefilled: boolean;
};

/**
 * Returns what moves a form to the kind of another page, what chooses another kind of its own, and what its files need
 * for both.
 */
export function useFollow(options: FollowOptions) {
  const { form, path, uploads, notes } = options;
  const navigate = useNavigate();
  const moving = uploads.items.filter(({ problem }) => problem === undefined);
  const from = { ...form, path, moving };
  const open = (to: string) => navigate(pageTarget(to));

  const moveTo = async (kind: Kind) => (await loadMove()).moveForm(from, { kind }, open);
  const choose = (next: Kind) => {
    const { kind, values, touched } = form;
    form.fill(next, {});
    notes.clear();
    const showLeftOut = async () => {
      const { findLeftOut } = await loadMove();
      notes.say(nameFields('dropped', findLeftOut(form, next)), () =>
        form.restore({ kind, values, touched }),
      );
    };
    showLeftOut().catch(showErrorToast);
  };
  return { moveTo, choose, follower: { ...options, from, open } };
}
