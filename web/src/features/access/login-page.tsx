import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useLoginMutation } from "@/api/generated";
import { useAppDispatch } from "@/lib/state/hooks";
import { signedIn } from "@/lib/state/session-slice";
import { storeTokens } from "@/lib/tokens";
import { Button, buttonClass } from "@/lib/ui/button";
import controls from "@/lib/ui/controls.module.css";
import styles from "./access.module.css";
import { courseUrl } from "./return-url";

export function LoginPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [login, { isLoading, isError }] = useLoginMutation();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await login({ loginRequest: { username, password } });
    if (!answer.data) return;
    storeTokens(answer.data);
    dispatch(signedIn(answer.data.user_info));
    void navigate("/", { replace: true });
  };
  return (
    <main className={styles.centre}>
      <form className={styles.panel} onSubmit={(event) => void submit(event)}>
        <h1>Sign in</h1>
        <label>
          Username
          <input
            className={controls.field}
            autoComplete="username"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </label>
        <label>
          Password
          <input
            className={controls.field}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        {isError && <p role="alert">Sign-in failed. Check the username and password.</p>}
        <div className={styles.ways}>
          <Button type="submit" look="primary" disabled={isLoading || !username || !password}>
            Sign in
          </Button>
          <a className={buttonClass("plain")} href={courseUrl()}>
            Return to Course
          </a>
        </div>
      </form>
    </main>
  );
}
