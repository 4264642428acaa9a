/* A dialog over the page: the browser's own, with its focus and its Escape. */

import './modal.css';

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Props = { title: string; onClose: () => void; children: ComponentChildren };

export function Modal({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="modal card"
      aria-label={title}
      onCancel={onClose}
      onClick={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="modal-body">{children}</div>
    </dialog>
  );
}
